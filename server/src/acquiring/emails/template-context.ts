import { descriptorOf } from '#acquiring/payments'
import type { Site } from '#core/directory'
import { type Language, readLanguage } from '#core/i18n'
import { brandRules, type CardBrand, type CardShown } from '#core/pages'
import type { Recipient } from './email.ts'
import { oneLine, type TemplateContext } from './templates/email-content.ts'

/** The language of the page on which the shopper paid, else the site's. */
export const emailLanguage = (
  site: Pick<Site, 'language'>,
  { language }: { language?: string | undefined },
): Language => readLanguage(language) ?? readLanguage(site.language) ?? 'en'

export const templateContextOf = (
  site: Site,
  { language, recipient }: { language: Language; recipient: Recipient },
): TemplateContext => ({
  language,
  sender: { name: oneLine(site.senderName ?? site.merchantName), replyTo: site.replyTo, themeColor: site.themeColor },
  descriptor: oneLine(descriptorOf(site.merchantName)),
  timeZone: site.timeZone,
  live: site.live,
  recipient,
})

/** All that an email shows of a card. */
export const cardShown = ({ brand, last4, wallet }: ShownCard): CardShown => ({
  brand: Object.hasOwn(brandRules, brand) ? (brand as CardBrand) : undefined,
  lastFour: last4,
  wallet: wallet?.type,
})
type ShownCard = { brand: string; last4: string; wallet?: { type: CardShown['wallet'] } | undefined }
