import type { PageLayout, RenderedPage } from '#core/pages'
import { Secret } from '#kernel/base/secret.ts'
import { type CardDataPage, renderCardDataPage } from '../../src/issuing/cards/pages/card-data-page.ts'

const shown = { kind: 'shown', expiryMonth: 5, expiryYear: 2030 } as const
const [pan, cvv] = [new Secret('5321234500000018'), new Secret('731')]

const pages: Readonly<Record<string, CardDataPage>> = {
  'whether to show a card': { kind: 'ask', lastFour: '0018', action: '/card-data/0f9d' },
  'the data of a card': { ...shown, secrets: { pan, cvv, pin: undefined } },
  'the data of a card with a PIN': { ...shown, secrets: { pan, cvv, pin: new Secret('2580') } },
  'the data of a card that is over': { kind: 'over' },
}

/** Every page in the frame of a partner's app in which a card is shown to its holder. */
export const cardDataGallery = (layout: PageLayout): { name: string; kind: string; rendered: RenderedPage }[] =>
  Object.entries(pages).map(([name, page]) => ({
    name,
    kind: `card data ${page.kind}`,
    rendered: renderCardDataPage(page, { ...layout, address: undefined }),
  }))
