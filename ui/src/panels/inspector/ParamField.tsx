import { Suspense, type ReactNode } from 'react';
import { lazy } from '../../parts/lazy';
import { isTooLong } from '../../state/fields/tooLong';
import { DeviceField } from './fields/DeviceField';
import { FileField } from './fields/FileField';
import { GridField } from './fields/GridField';
import { LongText } from './fields/LongText';
import { NumberField } from './fields/NumberField';
import type { FieldProps } from './fields/props';
import { TextField } from './fields/TextField';
import { SecretField } from './SecretField';
import './fields/fields.css';

const TooLong = lazy(() => import('./fields/TooLong').then((module) => ({ default: module.TooLong })));

/** The control that fits a param's type. What cannot be read as its type is told in words and changes nothing. */
export function ParamField(props: FieldProps): ReactNode {
  return (
    <>
      <Control {...props} />
      <span id={`${props.id}-about`} className="unseen">{props.param.description}</span>
    </>
  );
}

function Control(props: FieldProps): ReactNode {
  const { id, param, value, change, hint } = props;
  if (param.param_type !== 'secret' && isTooLong(value)) return <Suspense fallback={null}><TooLong id={id} name={param.name} value={value} /></Suspense>;
  switch (param.param_type) {
    case 'bool':
      return (
        <input
          id={id} type="checkbox" role="switch" aria-describedby={`${id}-about`} className="switch" checked={value === true} title={hint}
          ref={(box) => {
            if (box) box.indeterminate = hint !== undefined;
          }}
          data-testid={`inspector-param-${param.name}`} onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'model_file':
    case 'image_file':
    case 'data_file':
      return <FileField {...props} />;
    case 'select':
      return param.name === 'device' ? <DeviceField {...props} /> : (
        <span className="field">
          <select id={id} aria-describedby={`${id}-about`} value={hint ?? String(value)} data-testid={`inspector-param-${param.name}`} onChange={(event) => change(event.currentTarget.value)}>
            {param.options.map((option) => <option key={option}>{option}</option>)}
            {hint !== undefined && <option disabled>{hint}</option>}
            {hint === undefined && !param.options.includes(String(value)) && <option>{String(value)}</option>}
          </select>
        </span>
      );
    case 'int':
    case 'float':
      return <NumberField {...props} />;
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
