import { isWireAmount, type WireAmount } from '../wire-units.ts'

/** A value as Stripe's forms nest it. Undefined is left out. Of numbers there are amounts alone, in Stripe's unit. */
export type FormValue =
  | string
  | WireAmount<'stripe'>
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue }

/** A form with its nested names in brackets: `{ card: { cvc: '123' } }` is `card[cvc]`, and lists are numbered. */
export function formOf(params: Readonly<Record<string, FormValue>>): Record<string, string> {
  const form: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) add(form, name, value)
  return form
}

function add(form: Record<string, string>, name: string, value: FormValue): void {
  if (value === undefined) return
  if (typeof value === 'object' && !isWireAmount(value))
    for (const [inner, one] of Object.entries(value)) add(form, `${name}[${inner}]`, one)
  else form[name] = String(value)
}
