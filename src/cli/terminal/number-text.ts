/** A fraction as a percentage with one decimal: 0.9287 → '92.9 %'. */
export function percentText(fraction: number): string {
  return Number.isFinite(fraction) ? `${(fraction * 100).toFixed(1)} %` : '–';
}

/** A number with three significant digits: −0.012345 → '-0.0123'; from 1000 on all digits before the point: 8238.4 → '8,238'. */
export function significantText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-4 || size >= 1e9) return value.toExponential(2);
  return size < 999.5 ? value.toPrecision(3) : integerText(value);
}

/** A quantity's value: coverage as a percentage, others with three significant digits. */
export function quantityText(name: string, value: number): string {
  return name === 'coverage' ? percentText(value) : significantText(value);
}

/** The text of a number for pages: a minus sign in place of a hyphen. */
export function withMinus(text: string): string {
  return text.replaceAll('-', '−');
}

/** An integer with thousands separators: 100000 → '100,000'. */
export function integerText(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A number with one decimal and thousands separators: 4411.234 → '4,411.2'. */
export function decimalText(value: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return Number.isFinite(value) ? value.toLocaleString('en-US', options) : '–';
}

/** A duration in s as minutes and seconds: 75 → '1:15'; with hours if there are any: '1:02:05'. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
