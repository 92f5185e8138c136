import type { Language } from '#pages'
import { de } from './de.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import type { LetterWords } from './letter-words.ts'
import { ro } from './ro.ts'
import { ru } from './ru.ts'

export const lettersIn: Readonly<Record<Language, LetterWords>> = { en, ro, de, fr, it, es, ru, el, he }
