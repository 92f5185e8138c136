import type { Reply } from '../../../../api/client.ts'
import type { Texts } from '../../../../i18n/language.tsx'

export type KycCase = Reply<'getKycCase'>
export type KycStep = KycCase['submissions'][number]['step']
export type RejectReason = NonNullable<KycCase['rejectReason']>
type Because = NonNullable<KycCase['check']>['because'][number]

export const stepWords = {
  en: {
    agreement: 'Agreement to the terms',
    'personal-info': 'Personal details',
    residence: 'Residence',
    gender: 'Gender',
    birthplace: 'Place of birth',
    'wealth-and-income': 'Wealth and income',
    pep: 'Politically exposed',
    'confirm-pep': 'Details of the exposure',
    'id-verification': 'Identity document',
    'poa-verification': 'Proof of address',
  },
  ro: {
    agreement: 'Acceptarea condițiilor',
    'personal-info': 'Date personale',
    residence: 'Domiciliu',
    gender: 'Sex',
    birthplace: 'Locul nașterii',
    'wealth-and-income': 'Avere și venituri',
    pep: 'Expusă politic',
    'confirm-pep': 'Detalii despre expunere',
    'id-verification': 'Act de identitate',
    'poa-verification': 'Dovada adresei',
  },
} satisfies Texts<Record<KycStep, string>>

export const rejectWords = {
  en: {
    document_expired: 'The document has expired',
    document_unreadable: 'The document cannot be read',
    document_cut_off: 'A part of the document is cut off',
    document_not_accepted: 'This kind of document is not accepted',
    name_differs: 'The name differs',
    data_differs: 'Other details differ',
    screen_copy: 'A photo of a screen',
    suspected_forgery: 'Suspected forgery',
    address_not_proven: 'The address is not proven',
    under_age: 'Under age',
    duplicate_person: 'The person is a customer already',
    declined_by_policy: 'Declined by policy',
    other: 'Another reason',
  },
  ro: {
    document_expired: 'Actul a expirat',
    document_unreadable: 'Actul nu se poate citi',
    document_cut_off: 'O parte din act lipsește',
    document_not_accepted: 'Acest fel de act nu este acceptat',
    name_differs: 'Numele diferă',
    data_differs: 'Alte date diferă',
    screen_copy: 'Fotografie a unui ecran',
    suspected_forgery: 'Suspiciune de fals',
    address_not_proven: 'Adresa nu este dovedită',
    under_age: 'Minor',
    duplicate_person: 'Persoana este deja client',
    declined_by_policy: 'Refuzat conform politicii',
    other: 'Alt motiv',
  },
} satisfies Texts<Record<RejectReason, string>>

export const becauseWords = {
  en: {
    provider: 'The identity provider asks for a person',
    politically_exposed: 'Politically exposed',
    screening_hit: 'Similar to a name on a sanctions list',
  },
  ro: {
    provider: 'Furnizorul de identitate cere o persoană',
    politically_exposed: 'Persoană expusă politic',
    screening_hit: 'Seamănă cu un nume de pe o listă de sancțiuni',
  },
} satisfies Texts<Record<Because, string>>

/** What customers are asked in the forms. */
export const answerWords: Texts<Readonly<Record<string, string>>> = {
  en: {
    accepted: 'Accepted',
    termsVersion: 'Version of the terms',
    firstName: 'First name',
    lastName: 'Last name',
    dateOfBirth: 'Born',
    nationality: 'Nationality',
    phoneNumber: 'Telephone',
    country: 'Country',
    city: 'Town',
    street: 'Street',
    postalCode: 'Postal code',
    gender: 'Gender',
    occupation: 'Occupation',
    sourceOfFunds: 'Source of funds',
    annualIncome: 'Yearly income',
    isPep: 'Politically exposed',
  },
  ro: {
    accepted: 'Acceptat',
    termsVersion: 'Versiunea condițiilor',
    firstName: 'Prenume',
    lastName: 'Nume',
    dateOfBirth: 'Născut(ă)',
    nationality: 'Cetățenie',
    phoneNumber: 'Telefon',
    country: 'Țara',
    city: 'Localitate',
    street: 'Strada',
    postalCode: 'Cod poștal',
    gender: 'Sex',
    occupation: 'Ocupație',
    sourceOfFunds: 'Sursa fondurilor',
    annualIncome: 'Venit anual',
    isPep: 'Expusă politic',
  },
}

/** Who it is about, as the customer has typed it last. */
export function personOf({ submissions }: KycCase): string | undefined {
  const answers = submissions.find(({ step }) => step === 'personal-info')?.answers as
    | { firstName?: string; lastName?: string }
    | undefined
  return `${answers?.firstName ?? ''} ${answers?.lastName ?? ''}`.trim() || undefined
}
