import type { ReactNode } from 'react';
import { readNumber } from '../../state/fields/reading';
import { GridField } from './fields/GridField';
import { LongText } from './fields/LongText';
import { OneLine } from './fields/OneLine';
import type { FieldProps } from './fields/props';
import { TextField } from './fields/TextField';
import { SecretField } from './SecretField';
import './fields/fields.css';

/** The control that fits a param's type. What cannot be read as its type is told in words and changes nothing. */
export function ParamField(props: FieldProps): ReactNode {
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
      return <span className="control"><OneLine {...props} read={(text) => readNumber(text, param)} /></span>;
    case 'secret':
      return <SecretField {...props} />;
    case 'code':
      return <span className="control"><LongText {...props} kind="code" /></span>;
    case 'tensor_grid':
      return <GridField {...props} />;
    default:
      return <TextField {...props} />;
  }
}
