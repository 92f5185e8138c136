/** The audit of documents: which of their facts are sealed, and what must agree. */

export { checkDocuments } from './check-documents.ts'
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
