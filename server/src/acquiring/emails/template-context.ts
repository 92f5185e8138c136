import type { Order } from '#acquiring/orders'
import { descriptorOf } from '#acquiring/payments'
import type { Site } from '#core/directory'
import { readLanguage } from '#core/i18n'
import { brandRules, type CardBrand, type CardShown } from '#core/pages'
import type { Recipient } from './email.ts'
import { oneLine, type TemplateContext } from './templates/email-content.ts'

/** In the language of the page on which the shopper paid, else in the site's. */
export const templateContextOf = (
  site: Site,
  { language }: Pick<Order, 'language'>,
  recipient: Recipient,
): TemplateContext => ({
  language: readLanguage(language) ?? readLanguage(site.language) ?? 'en',
  sender: { name: oneLine(site.senderName ?? site.merchantName), replyTo: site.replyTo, themeColor: site.themeColor },
  descriptor: oneLine(descriptorOf(site.merchantName)),
  timeZone: site.timeZone,
  live: site.live,
  recipient,
})

/** All that an email shows of a card. */
export const cardShown = ({ brand, last4 }: { brand: string; last4: string }): CardShown => ({
  brand: Object.hasOwn(brandRules, brand) ? (brand as CardBrand) : undefined,
  lastFour: last4,
})
