import { describe, expect, it } from 'vitest';
import { graphKey, isRunOf } from './belongs';

const of = (name: string, id?: string): Parameters<typeof isRunOf>[0] => ({ graph_name: name, options: id === undefined ? {} : { graph_id: id } });

describe('the graph of a run', () => {
  const mine = graphKey('Digits-2', 'tab', 'Digits');

  it('is the one that it names, whatever that is called now', () => {
    expect([of('Digits', 'Digits-2'), of('Old name', 'Digits-2'), of('Digits', 'Digits')].map((run) => isRunOf(run, mine))).toEqual([true, true, false]);
  });

  it('is the one of that name where the run names none; what has no name is nobody\'s', () => {
    expect([isRunOf(of('Digits'), mine), isRunOf(of('Other'), mine), isRunOf(of(''), graphKey(null, 'tab'))]).toEqual([true, false, false]);
  });

  it('is a tab as long as it has no file, and no other tab', () => {
    expect(graphKey(null, 'a').id).toBe('tab:a');
    expect(isRunOf(of('Digits', graphKey(null, 'a').id), graphKey(null, 'b', 'Digits'))).toBe(false);
  });

  it('can be sent whatever the file is called', () => {
    expect(graphKey('手寫 數字\u3000一\u00a0二\u200b', 'tab').id).toBe('手寫 數字\u3000一?二?');
  });
});
