import type { PageLayout, RenderedPage } from '#core/pages'
import { money } from '#kernel/base/money.ts'
import { type ChallengePage, renderChallengePage } from '../../src/issuing/threeds/pages/challenge-page.ts'

const pages = (at: string): Readonly<Record<string, ChallengePage>> => ({
  'a payment to approve in the app': {
    kind: 'waiting',
    merchant: 'Brutăria Florin & Fii',
    partner: 'Nordwind Bank',
    amount: money(42_99n, 'EUR'),
    lastFour: '0018',
    cancel: '/3ds/challenge/0f9d/cancel',
    live: '/3ds/challenge/0f9d/events',
  },
  'a payment that was answered': { kind: 'over', url: `${at}/back`, fields: { cres: 'eyJ0cmFucyI6IlkifQ' } },
  'a payment that the bank does not know': { kind: 'unknown' },
})

/** The page of the bank of an issued card. */
export const challengeGallery = (
  layout: PageLayout,
  at: string,
): { name: string; kind: string; rendered: RenderedPage }[] =>
  Object.entries(pages(at)).map(([name, page]) => ({
    name,
    kind: `challenge ${page.kind}`,
    rendered: renderChallengePage(page, layout),
  }))
