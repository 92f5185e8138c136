import type { Texts } from '../../../../i18n/language.tsx'
import type { BecauseOf } from '../../acting.tsx'
import type { KycCase } from './texts.ts'

/** Why something cannot be done with a case now. */
export const caseBecause: Texts<BecauseOf<KycCase['actions']>> = {
  en: {
    kyc_transition: 'The case does not wait for a decision.',
    kyc_case_not_waiting: 'The case does not wait for a decision.',
    kyc_case_decided: 'The case is decided already.',
    kyc_case_not_held: 'Nobody else is looking at it.',
    kyc_hits_open: 'A name on a sanctions list is similar. Decide about that match first, or reject.',
  },
  ro: {
    kyc_transition: 'Cazul nu așteaptă o decizie.',
    kyc_case_not_waiting: 'Cazul nu așteaptă o decizie.',
    kyc_case_decided: 'Cazul este deja decis.',
    kyc_case_not_held: 'Nimeni altcineva nu se uită la el.',
    kyc_hits_open: 'Un nume de pe o listă de sancțiuni seamănă. Decide întâi despre acea potrivire sau respinge.',
  },
}
