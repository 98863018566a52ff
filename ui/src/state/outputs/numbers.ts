/** Numbers of an answer: nested lists as a flat one, and numbers as texts. Pure. */

/** null (no JSON number), or whatever the list holds. */
type Nested = readonly Nested[] | number | boolean | null;

/** Every number in order; NaN for null, 1 and 0 for truth. depth: of the shape: what lies below it is [re, im]. */
export function flat(values: unknown, depth: number): Float64Array {
  const found: number[] = [];
  walk(values as Nested, depth, found);
  return Float64Array.from(found);
}

function walk(value: Nested, depth: number, found: number[]): void {
  if (depth > 0 && Array.isArray(value)) for (const one of value) walk(one, depth - 1, found);
  else found.push(numberOf(value));
}

function numberOf(value: Nested): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value) && value.length === 2) return Math.hypot(Number(value[0]), Number(value[1]));
  return Number.NaN;
}

/** Least and greatest of the numbers; null where there is none. */
export function extent(values: Float64Array): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/**
 * A figure in a narrow column: four decimals, an exponent where those would say nothing, whole numbers as they are.
 * isReal: it is one of many with decimals, so a whole one has them too.
 */
export function figureText(value: number | null | undefined, language: string, isReal = false): string {
  if (value === null || value === undefined) return '–';
  if (Number.isNaN(value)) return 'NaN';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15 && !isReal) return minus(new Intl.NumberFormat(language, { useGrouping: size >= 10_000 }).format(value));
  if ((size !== 0 && size < 0.001) || size >= 1e6) return minus(value.toExponential(3));
  return minus(new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4, useGrouping: false }).format(value));
}

/** A minus that is as wide as a digit. */
function minus(text: string): string {
  return text.replace(/^-/, '−');
}

/** `[64, 1, 28, 28]`; a tensor without axes has none to name. */
export function shapeText(shape: readonly number[] | null | undefined): string {
  return shape ? `[${shape.join(', ')}]` : '–';
}

/** Whether a dtype has decimals. */
export function isReal(dtype: string): boolean {
  return /float|complex/.test(dtype);
}

/** Elements of a shape. */
export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** Bytes an element of a dtype takes; null for what has no fixed size. */
export function elementBytes(dtype: string): number | null {
  if (dtype === 'bool') return 1;
  const bits = /(\d+)/.exec(dtype)?.[1];
  return bits === undefined ? null : Number(bits) / 8;
}

/** The dtype that an NPY file of such a tensor has: the next one that holds all of its values, where NumPy has none. */
export function storedDtype(dtype: string): string {
  if (dtype === 'complex32') return 'complex64';
  return /^(bfloat16|float8|q)/.test(dtype) ? 'float32' : dtype;
}

/** The numbers as nested Python lists, for an array literal. */
export function numpyText(values: unknown, dtype: string): string {
  return `np.array(${python(values as Nested)}, dtype=${dtype === 'bool' ? 'bool' : `np.${storedDtype(dtype)}`})`;
}

function python(value: Nested): string {
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (value === null) return 'np.nan';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

/** Numbers in rows and columns as a terminal shows them: one row a line, an empty line between planes. */
export function rowsText(values: unknown, language: string, hasDecimals: boolean): string {
  return lines(values as Nested, (value) => cell(value, language, hasDecimals)).join('\n');
}

function lines(value: Nested, text: (value: Nested) => string): string[] {
  if (!Array.isArray(value)) return [text(value)];
  if (value.every((one) => !Array.isArray(one))) return [value.map((one) => text(one as Nested).padStart(10)).join(' ')];
  const isRows = value.every((one) => Array.isArray(one) && one.every((inner) => !Array.isArray(inner)));
  return value.flatMap((one, at) => [...(at > 0 && !isRows ? [''] : []), ...lines(one as Nested, text)]);
}

function cell(value: Nested, language: string, hasDecimals: boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return figureText(typeof value === 'number' ? value : Number.NaN, language, hasDecimals);
}
