// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { sentence } from '../../words/refusal';
import { useSession } from './session';
import { isFieldWrong } from './unread';

afterEach(() => document.body.replaceChildren());

it('a field that cannot be read holds a run up, has the focus and is named', () => {
  document.body.innerHTML = '<aside data-testid="inspector"><input data-testid="inspector-param-epochs" aria-invalid="false"></aside>';
  expect([isFieldWrong(), useSession.getState().refused]).toEqual([false, null]);
  const field = document.querySelector('input')!;
  field.setAttribute('aria-invalid', 'true');
  expect([isFieldWrong(), document.activeElement]).toEqual([true, field]);
  const words = ((key: string, { name }: { name: string }) => `${key} ${name}`) as never;
  expect(sentence(words, useSession.getState().refused!)).toBe('inspect.run_wrong epochs');
});
