/** Answers that are words of ours, by the name of the answer: how the reviewer reads them. */
export const valueWords = {
  en: {
    gender: { female: 'Female', male: 'Male', other: 'Other', undisclosed: 'Not said' },
    sourceOfFunds: {
      employment: 'Employment',
      'self-employment': 'Self-employment',
      business: 'Business',
      pension: 'Pension',
      benefits: 'Benefits',
      savings: 'Savings',
      investments: 'Investments',
      property: 'Property',
      inheritance: 'Inheritance',
      gift: 'Gift',
      other: 'Other',
    },
  },
  ro: {
    gender: { female: 'Feminin', male: 'Masculin', other: 'Altul', undisclosed: 'Nespus' },
    sourceOfFunds: {
      employment: 'Salariu',
      'self-employment': 'Activitate independentă',
      business: 'Afacere proprie',
      pension: 'Pensie',
      benefits: 'Ajutoare sociale',
      savings: 'Economii',
      investments: 'Investiții',
      property: 'Proprietăți',
      inheritance: 'Moștenire',
      gift: 'Donație',
      other: 'Altele',
    },
  },
}
