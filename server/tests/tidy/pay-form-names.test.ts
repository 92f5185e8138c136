import { join } from 'node:path'
import { expect, test } from 'vitest'
import { payFormFieldNames } from '#core/directory'
import { languages } from '#core/i18n'
import { customerFieldNames } from '#core/pages'
import { en } from '../../src/core/pages/languages/en.ts'
import { ro } from '../../src/core/pages/languages/ro.ts'

/** Of the dashboard, whose types are of another runtime. */
const inDashboard = (path: string): Promise<Record<string, unknown>> =>
  import(join(import.meta.dirname, '../../../dashboard/src', path))

test('a pay form has the same fields, in the same order, where it is checked, shown and built', async () => {
  const { fieldNames } = await inDashboard('pages/merchant/pay-form/form-values.ts')
  expect(customerFieldNames).toEqual(payFormFieldNames)
  expect(fieldNames).toEqual(payFormFieldNames)
})

test('the builder names each field as the pages do', async () => {
  const { formTexts } = await inDashboard('pages/merchant/pay-form/texts.ts')
  for (const [language, { fields }] of Object.entries({ en, ro }))
    expect(formTexts).toHaveProperty(
      [language, 'names'],
      Object.fromEntries(payFormFieldNames.map((name) => [name, fields[name]])),
    )
})

test('own words can be given in each language of the pages', async () => {
  const { pageLanguages } = await inDashboard('parts/page-languages.ts')
  expect(new Set(pageLanguages as Iterable<unknown>)).toEqual(new Set(languages))
})
