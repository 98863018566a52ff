import { afterEach, describe, expect, it } from 'vitest';
import { dismiss, markRead, note, toast, useToasts } from './toasts';

afterEach(() => useToasts.setState({ shown: [], past: [], unread: 0 }));

describe('toasts', () => {
  it('are in the order in which they came; the list has them all, newest first', () => {
    const ids = [1, 2, 3, 4].map((n) => toast({ text: () => `${n}` }));
    const { shown, past } = useToasts.getState();
    expect(shown.map((one) => one.id)).toEqual(ids);
    expect(past.map((one) => one.id)).toEqual([...ids].reverse());
  });

  it('leave the screen and stay in the list', () => {
    const id = toast({ text: () => 'gone', tone: 'error' });
    dismiss(id);
    expect(useToasts.getState()).toMatchObject({ shown: [], past: [{ id, tone: 'error' }] });
  });

  it('count as unread only where nobody asked for them', () => {
    toast({ text: () => 'asked for' });
    note({ text: () => 'came by itself' });
    expect(useToasts.getState()).toMatchObject({ unread: 1, shown: [{ tone: 'plain' }] });
    markRead();
    expect(useToasts.getState().unread).toBe(0);
  });

  it('have one entry for each run, the one with the reason, whichever came first', () => {
    const words = (): string[] => useToasts.getState().past.map((one) => one.text(((key: string) => key) as never));
    note({ about: 'a', text: () => 'a ended' });
    toast({ about: 'a', text: () => 'why a failed', tone: 'error' });
    toast({ about: 'b', text: () => 'why b failed', tone: 'error' });
    note({ about: 'b', text: () => 'b ended' });
    note({ about: 'c', text: () => 'c ended' });
    toast({ text: () => 'saved' });
    toast({ text: () => 'saved' });
    expect(words()).toEqual(['saved', 'saved', 'c ended', 'why b failed', 'why a failed']);
    expect(useToasts.getState().unread).toBe(2);
  });
});
