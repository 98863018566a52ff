import { afterEach, describe, expect, it, vi } from 'vitest';
import { chordOf, partsOf, shown, type Press } from './chord';
import { chooseKeys, perform, register, useCommands, type Command } from './commands';
import { commandOf } from './keyboard';

const press = (key: string, code: string, more: Partial<Press> = {}): Press => ({
  key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more,
});
const command = (id: string, more: Partial<Command> = {}): Command => ({ id, label: () => id, scope: 'global', run: vi.fn(), ...more });
const FREE = { isField: false, isView: true, isFree: true };
const PANEL = { ...FREE, isFree: false };
const FIELD = { ...PANEL, isField: true };

afterEach(() => useCommands.setState({ commands: new Map(), chosen: {} }));

describe('chords', () => {
  it.each([
    [press('z', 'KeyZ', { ctrlKey: true }), 'mod+z'],
    [press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), 'mod+shift+z'],
    // AZERTY: the letter that is printed there counts
    [press('z', 'KeyW', { ctrlKey: true }), 'mod+z'],
    // Zhuyin and Cyrillic: the place counts
    [press('ㄈ', 'KeyZ', { ctrlKey: true }), 'mod+z'],
    [press('?', 'Slash', { shiftKey: true }), '?'],
    [press('+', 'Equal', { shiftKey: true }), '+'],
    [press('!', 'Digit1', { altKey: true, shiftKey: true }), 'alt+shift+1'],
    [press('¡', 'Digit1', { altKey: true }), 'alt+1'],
    [press('/', 'Digit7', { shiftKey: true }), '/'],
    [press('F6', 'F6', { shiftKey: true }), 'shift+f6'],
    [press(' ', 'Space'), 'space'],
  ])('%o is %s', (event, chord) => expect(chordOf(event, false)).toBe(chord));

  it('has Cmd for Ctrl on a Mac', () => {
    expect(chordOf(press('z', 'KeyZ', { metaKey: true }), true)).toBe('mod+z');
    expect(shown('mod+shift+z', true)).toBe('⌘⇧Z');
    expect(shown('mod+shift+z', false)).toBe('Ctrl+Shift+Z');
  });

  it('knows a plus', () => expect([partsOf('+'), partsOf('mod++')]).toEqual([['+'], ['mod', '+']]));
});

describe('commands', () => {
  it('are found by their chord, the first that is enabled', () => {
    register([command('a', { keys: ['tab'], isEnabled: () => false }), command('b', { keys: ['tab'] })]);
    expect(commandOf('tab', FREE, false)?.id).toBe('b');
  });

  it('keep out of fields and other panels', () => {
    register([
      command('letter', { keys: ['b'], scope: 'canvas' }),
      command('undo', { keys: ['mod+z'], scope: 'canvas' }),
      command('run', { keys: ['mod+enter'], inFields: true }),
    ]);
    expect(commandOf('b', FREE, false)?.id).toBe('letter');
    expect(commandOf('b', PANEL, false)).toBeNull();
    expect(commandOf('mod+z', PANEL, false)?.id).toBe('undo');
    expect(commandOf('mod+z', { ...PANEL, isView: false }, false)).toBeNull();
    expect(commandOf('mod+z', FIELD, false)).toBeNull();
    expect(commandOf('mod+enter', FIELD, false)?.id).toBe('run');
  });

  it('run once however long the key is held, but for those that repeat', () => {
    register([command('run', { keys: ['enter'] }), command('undo', { keys: ['mod+z'], repeats: true })]);
    expect([commandOf('enter', FREE, true), commandOf('mod+z', FREE, true)?.id]).toEqual([null, 'undo']);
  });

  it('obey the keys that the person chose', () => {
    register([command('a', { keys: ['x'] }), command('b', { keys: ['y'] })]);
    chooseKeys({ a: ['y'], b: [] });
    expect([commandOf('x', FREE, false), commandOf('y', FREE, false)?.id]).toEqual([null, 'a']);
  });

  it('leave with what brought them, unless another took their place', () => {
    const leave = register([command('a')]);
    const later = command('a');
    register([later]);
    leave();
    expect(perform('a')).toBe(true);
    expect(later.run).toHaveBeenCalledOnce();
    expect(perform('nobody')).toBe(false);
  });
});
