import { describe, expect, test } from 'vitest'
import { Refusal } from '#kernel/base/refusal.ts'
import { checkPayForm } from './pay-form.ts'

const phone = { name: 'phone', required: true, label: { en: 'Your mobile' }, help: {} }

test('a form is kept in one spelling: in its own order, without empty texts and spaces around them', () => {
  const typed = {
    fields: [phone, { name: 'email' }],
    title: { ro: '  Aproape gata ', en: '' },
    note: { he: 'תודה' },
    termsUrl: 'https://shop.example/terms',
    returnsUrl: '',
  }
  expect(checkPayForm(typed)).toEqual({
    fields: [phone, { name: 'email', required: false, label: {}, help: {} }],
    title: { ro: 'Aproape gata' },
    note: { he: 'תודה' },
    termsUrl: 'https://shop.example/terms',
  })
})

test('a form that asks and says nothing is none', () => {
  expect(checkPayForm({})).toBeUndefined()
  expect(checkPayForm({ fields: [], title: { en: ' ' }, note: {}, termsUrl: null })).toBeUndefined()
})

describe('what is wrong is refused by its path', () => {
  test.each([
    [{ colour: 'red' }, 'payForm.colour'],
    [{ fields: 'phone' }, 'payForm.fields'],
    [{ fields: ['phone'] }, 'payForm.fields[0]'],
    [{ fields: [phone, { name: 'birthday' }] }, 'payForm.fields[1].name'],
    [{ fields: [phone, phone] }, 'payForm.fields[1].name'],
    [{ fields: [phone, { name: 'state' }] }, 'payForm.fields[1].name'],
    [{ fields: [{ name: 'phone', required: 'yes' }] }, 'payForm.fields[0].required'],
    [{ fields: [{ ...phone, pattern: '.*' }] }, 'payForm.fields[0].pattern'],
    [{ fields: [{ ...phone, label: { en: 'x'.repeat(61) } }] }, 'payForm.fields[0].label.en'],
    [{ fields: [{ ...phone, help: { tlh: 'nuq' } }] }, 'payForm.fields[0].help.tlh'],
    [{ title: 'Almost there' }, 'payForm.title'],
    [{ title: { en: 'One\ntwo' } }, 'payForm.title.en'],
    [{ note: { en: '<b>now</b>' } }, 'payForm.note.en'],
    [{ note: { en: 'a \u202e b' } }, 'payForm.note.en'],
    [{ note: { en: 'x'.repeat(301) } }, 'payForm.note.en'],
    [{ termsUrl: 'http://shop.example/terms' }, 'payForm.termsUrl'],
    [{ termsUrl: 'javascript:alert(1)' }, 'payForm.termsUrl'],
    [{ returnsUrl: 'https://ana:secret@shop.example' }, 'payForm.returnsUrl'],
  ])('%j', (form, field) => {
    expect(() => checkPayForm(form)).toThrow(Refusal)
    try {
      checkPayForm(form)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_pay_form', field })
    }
  })
})

test('signs that are no tags are text', () => {
  expect(checkPayForm({ note: { en: 'Parcels < 5 kg & more' } })).toMatchObject({
    note: { en: 'Parcels < 5 kg & more' },
  })
})
