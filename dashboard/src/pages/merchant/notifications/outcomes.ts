import type { Texts } from '../../../i18n/language.tsx'

/** The result of one attempt to deliver a notification, where there is no status of HTTP that says it. */
export const outcomeWords = {
  en: {
    delivered: 'Accepted',
    refused: 'Not accepted',
    unreachable: 'Not reached',
    timeout: 'No answer in time',
    forbidden: 'Address may not be called',
    keyless: 'No key to encrypt with',
  },
  ro: {
    delivered: 'Acceptată',
    refused: 'Neacceptată',
    unreachable: 'Server negăsit',
    timeout: 'Fără răspuns la timp',
    forbidden: 'Adresa nu poate fi apelată',
    keyless: 'Nicio cheie de criptare',
  },
} satisfies Texts<Readonly<Record<string, string>>>
