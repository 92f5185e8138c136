/** Those of the hosted pages. */
export const pageLanguages = ['en', 'ro', 'de', 'fr', 'it', 'es', 'el', 'he', 'ru'] as const
export type PageLanguage = (typeof pageLanguages)[number]
