import { expect, test } from 'vitest'
import { isTouched } from './touched.ts'

test('a change reads again what shows it, and all of it when too much has changed', () => {
  expect(isTouched(['payments', {}], ['payments'])).toBe(true)
  expect(isTouched(['links', {}], ['webhooks'])).toBe(false)
  expect(isTouched(['links', {}], 'all')).toBe(true)
})

test('a proof and an app that are being set up are not begun again by what others change', () => {
  for (const begun of ['proof', 'totp-setup'])
    for (const kinds of ['all', ['staff'], ['payments']] as const) expect(isTouched([begun, ':r1:'], kinds)).toBe(false)
})
