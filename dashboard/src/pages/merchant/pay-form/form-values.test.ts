import { expect, test } from 'vitest'
import { formOf, languagesWritten, nameHere, type PayForm, requiring, valuesOf } from './form-values.ts'

const form: PayForm = {
  fields: [
    { name: 'phone', required: true, label: { en: 'Your mobile' }, help: {} },
    { name: 'email', required: false, label: {}, help: { ro: 'Pentru chitanță.' } },
  ],
  title: {},
  note: { ro: 'Livrăm zilnic.' },
  termsUrl: 'https://shop.example/terms',
}

test('a form becomes texts and is the same again; without texts there is none', () => {
  expect(formOf(valuesOf(form))).toEqual(form)
  expect(formOf(valuesOf(undefined))).toBeNull()
  expect(valuesOf(form)).toMatchObject({ fields: 'phone,email', required: 'phone', 'label.phone.en': 'Your mobile' })
})

test('the texts of a field that is not asked any more are left out', () => {
  expect(formOf({ ...valuesOf(form), fields: 'email' })?.fields).toEqual([form.fields[1]])
})

test('what is required is one text, in whatever order it is chosen', () => {
  const values = valuesOf(form)
  expect(requiring(values, 'email', true)).toBe('email,phone')
  expect(requiring(values, 'phone', false)).toBe('')
})

test('what the server names by its path is found where it was typed', () => {
  const values = valuesOf(form)
  expect(nameHere('payForm.fields[1].help.ro', values)).toBe('help.email.ro')
  expect(nameHere('payForm.fields[3].name', values)).toBe('fields')
  expect(nameHere('payForm.note.en', values)).toBe('note.en')
  expect(nameHere('reason', values)).toBe('reason')
})

test('languages in which something is written are known', () => {
  expect([...languagesWritten(valuesOf(form))].toSorted()).toEqual(['en', 'ro'])
})
