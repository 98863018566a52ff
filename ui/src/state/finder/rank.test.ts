import { describe, expect, it } from 'vitest';
import { ranked, type Candidate } from './rank';

const all: Candidate[] = [
  { title: 'Open...', weight: 0 },
  { title: 'Optimizer', also: 'Training 最佳化器', weight: 3 },
  { title: 'Run', weight: 0 },
  { title: 'Stop run', weight: 0 },
  { title: 'TrainingLoop', also: '訓練迴圈', weight: 3 },
];
const titles = (typed: string, limit = 9): string[] => ranked(all, typed, limit).map((one) => one.title);

describe('the finder', () => {
  it('puts the beginning of a title before the beginning of a word, and that before its middle', () => {
    expect(titles('run')).toEqual(['Run', 'Stop run']);
    expect(titles('op')).toEqual(['Open...', 'Optimizer', 'Stop run', 'TrainingLoop']);
  });

  it('finds by words that are not shown, and letter by letter', () => {
    expect(titles('訓練')).toEqual(['TrainingLoop']);
    expect(titles('training')).toEqual(['TrainingLoop', 'Optimizer']);
    expect(titles('tlp')).toEqual(['TrainingLoop']);
    expect(titles('x')).toEqual([]);
  });

  it('wants every word', () => expect(titles('run stop')).toEqual(['Stop run']));

  it('shows what weighs least while nothing is typed', () => expect(titles('', 3)).toEqual(['Open...', 'Run', 'Stop run']));
});
