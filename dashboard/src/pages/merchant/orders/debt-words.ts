import type { Language, Texts } from '../../../i18n/language.tsx'

type Words = { declined(failures: number): string; debt(declined: string, days: string): string }

const texts: Texts<Words> = {
  en: {
    declined: (failures) => (failures === 1 ? 'declined once' : `declined ${failures} times`),
    debt: (declined, days) => `Debt from before, ${declined}; tried again on ${days}`,
  },
  ro: {
    declined: (failures) => {
      if (failures === 1) return 'respinsă o dată'
      return `respinsă de ${failures} ${new Intl.PluralRules('ro').select(failures) === 'few' ? 'ori' : 'de ori'}`
    },
    debt: (declined, days) => `Datorie de dinainte, ${declined}; se încearcă din nou pe ${days}`,
  },
}

/** What a debt of a subscription says: how often it was declined, and the days of the tries that follow. */
export function debtWords(language: Language, failures: number, days: readonly string[]): string {
  const { declined, debt } = texts[language]
  // The days have commas of their own.
  return debt(declined(failures), days.join(' · '))
}
