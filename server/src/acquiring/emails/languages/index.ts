import type { Language } from '#core/pages'
import { de } from './de.ts'
import { el } from './el.ts'
import type { EmailMessages } from './email-messages.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

export const emailsIn: Readonly<Record<Language, EmailMessages>> = { en, ro, de, fr, it, es, ru, el, he }
