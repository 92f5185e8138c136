import type { Link } from '#acquiring/links'
import { statesOf } from '#acquiring/requests'
import type { Shopper } from '#acquiring/shoppers'
import type { PayForm, PayFormField, Site } from '#core/directory'
import { type CustomerFieldName, customerFieldNames, type WantedField } from '#core/pages'
import type { FormWords } from './pages/view.ts'

type Typed = Readonly<Record<string, unknown>>
type WithForm = Pick<Site, 'payForm'>

/**
 * What the page of a link asks, in the order of the site's pay form: the fields that the link requires, or when it
 * requires none those of the form. An e-mail address is always offered, for the receipt.
 */
export function wantedOfLink(
  { link: { terms }, site: { payForm } }: { link: Pick<Link, 'terms'>; site: WithForm },
  typed: Typed,
): WantedField[] {
  const required = new Set<CustomerFieldName>(terms.customerRequiredFields)
  // A state is one of a country.
  if (required.has('state')) required.add('country')
  const ofForm = payForm?.fields ?? []
  // Whose declined payment it recovers was asked before.
  const asked = required.size > 0 || terms.recovers ? [] : ofForm
  const isRequired = (name: CustomerFieldName) =>
    required.has(name) || asked.some((field) => field.name === name && field.required)
  const isAsked = (name: CustomerFieldName) =>
    name === 'email' || required.has(name) || asked.some((field) => field.name === name)
  return inOrderOf(ofForm)
    .filter(isAsked)
    .map((name) => ({
      name,
      required: isRequired(name),
      value: textOf(typed[name] ?? (name === 'email' ? terms.customerEmail : undefined)),
      ...wordsFor(ofForm, name),
    }))
}

/** What is in the form comes in its order; of the rest, the e-mail address comes before it and all others behind it. */
function inOrderOf(form: readonly PayFormField[]): CustomerFieldName[] {
  const named = form.map(({ name }) => name)
  return [
    ...new Set<CustomerFieldName>([
      ...(named.includes('email') ? [] : ['email' as const]),
      ...named,
      ...customerFieldNames,
    ]),
  ]
}

/**
 * What the payment page of a store's order asks: the fields of the site's pay form that the store has not sent. Who came
 * by a link was asked on its page.
 */
export function wantedOfVisit(
  { site: { payForm }, shopper, link }: { site: WithForm; shopper: Shopper; link: object | undefined },
  typed: Typed,
): WantedField[] {
  if (link || !payForm) return []
  const isOpen = ({ name }: PayFormField) =>
    shopper[name] === undefined && (name !== 'state' || shopper.country === undefined || statesOf.has(shopper.country))
  return wantedOfForm(payForm.fields.filter(isOpen), typed)
}

/** All fields of a form, for a shopper of whom nothing is known. */
export const wantedOfForm = (fields: readonly PayFormField[], typed: Typed = {}): WantedField[] =>
  fields.map(({ name, required }) => ({ name, required, value: textOf(typed[name]), ...wordsFor(fields, name) }))

function wordsFor(form: readonly PayFormField[], name: CustomerFieldName): Pick<WantedField, 'label' | 'help'> {
  const field = form.find((one) => one.name === name)
  return field ? { label: field.label, help: field.help } : {}
}

/** The site's own words around a form. */
export function wordsOf({ payForm }: WithForm): FormWords | undefined {
  if (!payForm) return undefined
  const { fields: _, ...words }: PayForm = payForm
  return words
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
