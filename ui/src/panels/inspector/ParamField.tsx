import { useState, type ReactNode } from 'react';
import type { Param } from '../../state/graph/catalog';
import { SecretField } from './SecretField';

interface Props {
  id: string;
  param: Param;
  value: unknown;
  change: (value: unknown) => void;
  /** Shown in place of a value that differs among the nodes it belongs to. */
  hint?: string;
}

/** The control that fits a param's type. What cannot be read as its type is shown as wrong and changes nothing. */
export function ParamField(props: Props): ReactNode {
  const { id, param, value, change, hint } = props;
  switch (param.param_type) {
    case 'bool':
      return (
        <input
          id={id} type="checkbox" role="switch" className="switch" checked={value === true} title={hint}
          ref={(box) => {
            if (box) box.indeterminate = hint !== undefined;
          }}
          data-testid={`inspector-param-${param.name}`} onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <span className="field">
          <select id={id} value={hint ?? String(value)} data-testid={`inspector-param-${param.name}`} onChange={(event) => change(event.currentTarget.value)}>
            {param.options.map((option) => <option key={option}>{option}</option>)}
            {hint !== undefined && <option disabled>{hint}</option>}
            {hint === undefined && !param.options.includes(String(value)) && <option>{String(value)}</option>}
          </select>
        </span>
      );
    case 'int':
    case 'float':
      return <TextField {...props} read={(text) => readNumber(text, param)} />;
    case 'secret':
      return <SecretField {...props} />;
    default:
      return <TextField {...props} read={(text) => text} />;
  }
}

function TextField({ id, param, value, change, hint, read }: Props & { read: (text: string) => unknown }): ReactNode {
  const shown = textOf(value);
  // What is being typed counts as long as the graph has what came of it: whatever else changes the graph (undo, another
  // panel) is seen at once, without a copy that could be late.
  const [draft, setDraft] = useState<{ text: string; gave: string } | null>(null);
  const typed = draft?.gave === shown ? draft.text : shown;
  const isWrong = read(typed) === undefined && !(hint !== undefined && typed === '');
  return (
    <span className={isWrong ? 'field wrong' : 'field'}>
      <input
        id={id} type="text" value={typed} aria-invalid={isWrong} placeholder={hint} spellCheck={false} autoComplete="off"
        data-testid={`inspector-param-${param.name}`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const next = read(text);
          setDraft({ text, gave: next === undefined ? shown : textOf(next) });
          if (next !== undefined) change(next);
        }}
        onBlur={() => setDraft(null)}
      />
    </span>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/** The number that was typed; undefined when it is none, or out of bounds. */
export function readNumber(text: string, param: Pick<Param, 'param_type' | 'min_value' | 'max_value'>): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number) || (param.param_type === 'int' && !Number.isInteger(number))) return undefined;
  if (param.min_value !== null && number < param.min_value) return undefined;
  return param.max_value !== null && number > param.max_value ? undefined : number;
}
