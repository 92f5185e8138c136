import { customerRules, statesOf } from '#acquiring/requests'
import {
  type CustomerFieldName,
  type FieldError,
  type PageI18n,
  selectField,
  type TextField,
  textField,
  type WantedField,
} from '#core/pages'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'

/** How each field about the shopper is typed; lengths are those of the checkout request's customer object. */
type CustomerInput = Pick<TextField, 'type' | 'autocomplete' | 'inputmode' | 'maxlength' | 'leftToRight'>
const customerInputs: Readonly<Record<Exclude<CustomerFieldName, 'country' | 'state'>, CustomerInput>> = {
  email: {
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: customerRules.email.max,
    leftToRight: true,
  },
  firstName: { autocomplete: 'given-name', maxlength: customerRules.firstName.max },
  lastName: { autocomplete: 'family-name', maxlength: customerRules.lastName.max },
  phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: 30, leftToRight: true },
  address: { autocomplete: 'street-address', maxlength: customerRules.address.max },
  city: { autocomplete: 'address-level2', maxlength: customerRules.city.max },
  zipCode: { autocomplete: 'postal-code', maxlength: customerRules.zipCode.max, leftToRight: true },
}

export function customerFields(
  i18n: PageI18n,
  { customerFields: wanted, errors }: { customerFields: readonly WantedField[]; errors: readonly FieldError[] },
): HtmlPart {
  if (wanted.length === 0) return false
  return html`<fieldset class="fields stack"><legend>${i18n.messages.yourDetails}</legend>${wanted.map((field) => customerField(i18n, field, errors))}</fieldset>`
}

function customerField(i18n: PageI18n, wanted: WantedField, errors: readonly FieldError[]): Html {
  const { name, required, value } = wanted
  const own = { required, value, label: wanted.label?.[i18n.language], hint: wanted.help?.[i18n.language] }
  if (name === 'country')
    return selectField(i18n, { ...own, name, autocomplete: 'country', choices: i18n.countries() }, errors)
  if (name === 'state') return stateField(i18n, own, errors)
  return textField(i18n, { ...customerInputs[name], ...own, name }, errors)
}

/** `US-NY`, by name within each country. */
const states = [...statesOf].flatMap(([country, its]) =>
  its
    .map(({ code, name }) => ({ value: `${country}-${code}`, text: `${name} (${country})` }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1)),
)

/** Only two countries have states here, so the browser cannot know whether one is required. */
function stateField(
  i18n: PageI18n,
  { value, label, hint }: Pick<TextField, 'value' | 'label' | 'hint'>,
  errors: readonly FieldError[],
): Html {
  const countries = i18n.countries().filter((country) => statesOf.has(country.value))
  const ofThese = countries.map(({ text }) => text).join(', ')
  const field = {
    name: 'state',
    required: false,
    value,
    autocomplete: 'address-level1',
    choices: states,
    label,
    hint: hint === undefined ? ofThese : `${hint} (${ofThese})`,
  } as const
  return selectField(i18n, field, errors)
}
