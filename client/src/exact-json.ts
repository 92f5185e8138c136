/** A number that is written into JSON with these very digits. */
export class Decimal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Writes an amount with its two decimals: 12, '12', '12.0' and '12.00' are all `12.00`. The digits are shifted as text,
 * so no amount ever passes through binary arithmetic. Throws a `TypeError` naming the field for anything that is not an
 * amount, such as 0.1 + 0.2 or '1e3'.
 */
export function exactAmount(amount: number | string, field: string): Decimal {
  const match = /^(-?(?:0|[1-9]\d{0,12}))(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) {
    throw new TypeError(
      `${field} is not an amount of at most two decimals: ${amount}. Pass it as text, such as '12.50'`,
    )
  }
  return new Decimal(`${match[1]}.${(match[2] ?? '').padEnd(2, '0')}`)
}

/**
 * JSON as `JSON.stringify` writes it, except that a `Decimal` keeps its digits and that a value JSON cannot hold (NaN,
 * a bigint, a function) throws a `TypeError` naming its path instead of silently becoming null. Absent fields are left
 * out.
 */
export function exactJson(value: unknown, path = ''): string {
  if (value instanceof Decimal) return value.text
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each, index) => exactJson(each, `${path}[${index}]`)).join(',')}]`
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    const written = fields.map(
      ([name, field]) => `${JSON.stringify(name)}:${exactJson(field, path ? `${path}.${name}` : name)}`,
    )
    return `{${written.join(',')}}`
  }
  throw new TypeError(`${path || 'The value'} cannot be written as JSON`)
}
