import { expect, it } from 'vitest';
import { painted } from './ansi';

const E = '\u001b';

it('tells the text, and what of it is coloured', () => {
  expect(painted('plain')).toEqual({ text: 'plain', paints: [] });
  expect(painted(`a ${E}[31;1mred${E}[0m b`)).toEqual({ text: 'a red b', paints: [{ from: 2, to: 5, token: '--t-fail', isBold: true, isDim: false }] });
  expect(painted(`${E}[92mx${E}[39my`).paints).toEqual([{ from: 0, to: 1, token: '--t-ok', isBold: false, isDim: false }]);
  expect(painted(`${E}[2mx${E}[22my`).paints).toEqual([{ from: 0, to: 1, token: null, isBold: false, isDim: true }]);
});

it('steps over colours it has no token for, and over other sequences', () => {
  expect(painted(`${E}[38;5;31mx${E}[48;2;31;31;31my${E}[2Kz${E}]0;title\u0007!`)).toEqual({ text: 'xyz!', paints: [] });
});

it('shows the last state of a bar, and no line without end', () => {
  expect(painted('10%\r50%\r100%\r\r').text).toBe('100%');
  expect(painted(`old\r${E}[32mnew`)).toEqual({ text: 'new', paints: [{ from: 0, to: 3, token: '--t-ok', isBold: false, isDim: false }] });
  expect(painted('x'.repeat(9000)).text).toHaveLength(4000);
  expect(painted('a\tb').text).toBe('a    b');
});
