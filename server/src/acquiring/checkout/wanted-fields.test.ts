import { expect, test } from 'vitest'
import type { Shopper } from '#acquiring/shoppers'
import type { PayForm, PayFormField } from '#core/directory'
import { wantedOfLink, wantedOfVisit } from './wanted-fields.ts'

const field = (name: PayFormField['name'], required = false): PayFormField => ({ name, required, label: {}, help: {} })
const formOf = (...fields: PayFormField[]): PayForm => ({ fields, title: {}, note: {} })
const shortly = (wanted: readonly { name: string; required: boolean }[]) =>
  wanted.map(({ name, required }) => (required ? `${name}!` : name)).join(' ')

const onLink = (payForm: PayForm | undefined, ...customerRequiredFields: string[]) =>
  shortly(wantedOfLink({ link: { terms: { customerRequiredFields } as never }, site: { payForm } }, {}))

test('a link asks what it requires, and for an e-mail address in any case', () => {
  expect(onLink(undefined)).toBe('email')
  expect(onLink(undefined, 'phone', 'state')).toBe('email phone! country! state!')
})

test('a link that requires nothing asks what the form of its site asks, in its order', () => {
  const form = formOf(field('phone', true), field('firstName'))
  expect(onLink(form)).toBe('email phone! firstName')
  expect(onLink(formOf(field('phone'), field('email', true)))).toBe('phone email!')
})

test('a link that requires fields asks for these alone; the form gives the order', () => {
  const form = formOf(field('zipCode'), field('city', true), field('email', true))
  expect(onLink(form, 'phone', 'city', 'zipCode')).toBe('zipCode! city! email phone!')
})

test('a link that recovers a declined payment asks nothing anew', () => {
  const terms = { customerRequiredFields: [], recovers: { payment: '1', order: '1', orderId: 'bread-1' } } as never
  expect(shortly(wantedOfLink({ link: { terms }, site: { payForm: formOf(field('phone', true)) } }, {}))).toBe('email')
})

const atVisit = (payForm: PayForm | undefined, known: Partial<Shopper>, link?: object) =>
  shortly(wantedOfVisit({ site: { payForm }, shopper: known as Shopper, link }, {}))

test('the payment page asks what its store has not sent, and of who came by a link nothing', () => {
  const form = formOf(field('phone', true), field('email'), field('city'))
  expect(atVisit(form, {})).toBe('phone! email city')
  expect(atVisit(form, { email: 'ana@example.com' })).toBe('phone! city')
  expect(atVisit(form, {}, { hash: 'x' })).toBe('')
  expect(atVisit(undefined, {})).toBe('')
})

test('a state is asked where there are states, or where the country is not known yet', () => {
  const form = formOf(field('country'), field('state'))
  expect(atVisit(form, {})).toBe('country state')
  expect(atVisit(form, { country: 'US' })).toBe('state')
  expect(atVisit(form, { country: 'RO' })).toBe('')
})

test('what was typed is shown again, and the site’s own words come along', () => {
  const named = { ...field('phone'), label: { en: 'Your mobile' } }
  const site = { payForm: formOf(named) }
  const visit = { site, shopper: {} as Shopper, link: undefined }
  expect(wantedOfVisit(visit, { phone: '+40' })).toMatchObject([{ value: '+40', label: { en: 'Your mobile' } }])
  const link = { terms: { customerRequiredFields: ['phone'] } as never }
  expect(wantedOfLink({ link, site }, {})).toMatchObject([{ name: 'email' }, { label: { en: 'Your mobile' } }])
})
