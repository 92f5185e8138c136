import { rejectReasons } from '#connectors/identity/port.ts'

/** Why a step is to be taken again, for the customer: what a document or an answer may be rejected for, or its age. */
export const sendBackReasons = [...rejectReasons, 'confirmation_due'] as const
export type SendBackReason = (typeof sendBackReasons)[number]
