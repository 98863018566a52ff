// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { useToasts } from '../toasts';
import { isFieldWrong } from './unread';

afterEach(() => document.body.replaceChildren());

it('a field that cannot be read holds a run up, has the focus and is named', () => {
  document.body.innerHTML = '<aside data-testid="inspector"><input data-testid="inspector-param-epochs" aria-invalid="false"></aside>';
  expect(isFieldWrong()).toBe(false);
  const field = document.querySelector('input')!;
  field.setAttribute('aria-invalid', 'true');
  expect([isFieldWrong(), document.activeElement]).toEqual([true, field]);
  expect(useToasts.getState().shown.at(-1)!.text(((key: string, { name }: { name: string }) => `${key} ${name}`) as never)).toBe('inspect.run_wrong epochs');
});
