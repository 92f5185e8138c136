import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredRefusals } from '../recordings/installation.ts'

/** Refusals that no story can meet, each with the reason. */
const unreached: Readonly<Record<string, string>> = {
  customer_closed: 'no operation closes a customer yet',
  account_not_empty: 'nothing pays into an account yet',
  account_has_holds: 'nothing holds money of an account yet',
  card_is_virtual: 'stories/issuing-cards meets it by its status alone',
  invalid_control: 'stories/issuing-card-settings meets it by its field alone',
  invalid_wallet_certificates: 'stories/issuing-wallets meets it by its field alone',
  card_page_used: 'stories/issuing-card-page meets it as a page',
  card_kind_not_offered: 'no test meets it yet',
  too_many_cards: 'no test names it yet',
  invalid_months: 'no test names it yet',
}

const folders = ['../stories', '../laws', '../simulation', '../../src/core', '../../src/issuing']
const texts = folders.flatMap((folder) => {
  const path = join(import.meta.dirname, folder)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('issuing-refusals'))
    .map((file) => readFileSync(join(path, file), 'utf8'))
})
const all = texts.join('\n')

test('every refusal of partners, their customers and staff is met by a test, or it is written down why not', () => {
  const codes = [...new Set(declaredRefusals('issuing').map(({ code }) => code))]
  const met = (code: string) => new RegExp(`\\b${code}\\b`).test(all)
  expect(codes.filter((code) => !met(code) && !(code in unreached))).toEqual([])
  expect(Object.keys(unreached).filter((code) => met(code) || !codes.includes(code))).toEqual([])
})
