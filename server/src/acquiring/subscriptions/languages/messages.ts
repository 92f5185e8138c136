import type { Language, Translated } from '#core/pages'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

/** What each language has to say: the same sentences as the English one. */
export type SubscriptionMessages = Translated<typeof en>

export const subscriptionMessages: Readonly<Record<Language, SubscriptionMessages>> = {
  en,
  ro,
  de,
  fr,
  it,
  es,
  ru,
  el,
  he,
}
