import { defineMessages, type Translated } from '#core/i18n'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

/** What invoices say in each language. */
export type InvoiceMessages = Translated<typeof en>

export const invoiceI18nOf = defineMessages<typeof en>({ en, ro, de, fr, it, es, ru, el, he })
