import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import {
  type CustomerFieldName,
  type FieldError,
  selectField,
  type TextField,
  textField,
  type Voice,
  type WantedField,
} from '#pages'
import { countriesWithStates, states } from './states.ts'

/** How each fact about the shopper is asked for; lengths are those of the checkout request's customer object. */
type CustomerInput = Pick<TextField, 'type' | 'autocomplete' | 'inputmode' | 'maxlength' | 'leftToRight'>
const customerInputs: Readonly<Record<Exclude<CustomerFieldName, 'country' | 'state'>, CustomerInput>> = {
  email: { type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 150, leftToRight: true },
  firstName: { autocomplete: 'given-name', maxlength: 100 },
  lastName: { autocomplete: 'family-name', maxlength: 100 },
  phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: 30, leftToRight: true },
  address: { autocomplete: 'street-address', maxlength: 150 },
  city: { autocomplete: 'address-level2', maxlength: 100 },
  zipCode: { autocomplete: 'postal-code', maxlength: 100, leftToRight: true },
}

export function customerFields(
  voice: Voice,
  { customerFields: wanted, errors }: { customerFields: readonly WantedField[]; errors: readonly FieldError[] },
): HtmlPart {
  if (wanted.length === 0) return false
  return html`<fieldset class="fields stack"><legend>${voice.words.yourDetails}</legend>${wanted.map((field) => customerField(voice, field, errors))}</fieldset>`
}

function customerField(voice: Voice, { name, required, value }: WantedField, errors: readonly FieldError[]): Html {
  if (name === 'country')
    return selectField(voice, { name, required, value, autocomplete: 'country', choices: voice.countries() }, errors)
  if (name === 'state') return stateField(voice, value, errors)
  return textField(voice, { ...customerInputs[name], name, required, value }, errors)
}

/** Only two countries have states here, so the browser cannot know whether one is required. */
function stateField(voice: Voice, value: string | undefined, errors: readonly FieldError[]): Html {
  const countries = voice.countries().filter((country) => countriesWithStates.includes(country.value))
  const hint = countries.map(({ text }) => text).join(', ')
  const field = {
    name: 'state',
    required: false,
    value,
    autocomplete: 'address-level1',
    choices: states,
    hint,
  } as const
  return selectField(voice, field, errors)
}
