/**
 * Access: the staff of the operator, of merchants and of partners with their roles and API tokens, what one person asks
 * for and another approves, and the access tokens of customers with the keys that sign them.
 */

export { type Approval, type ApprovalRules, type Decided, readApprovalRules } from './approval.ts'
export { approvalRoutes } from './approval-routes.ts'
export { approvalRecord, approvalShape, waitingShape, waitsFor } from './approval-shapes.ts'
export { type ApprovalStatus, approvalStates } from './approval-states.ts'
export { asOfIn } from './as-of.ts'
export type { NewSession } from './begin-session.ts'
export { boundTables } from './bound.ts'
export { isCommonPassword } from './common-password.ts'
export type { AccessRules } from './context.ts'
export { doneBy, doneByShape } from './done-by.ts'
export type { Columns } from './entry-columns.ts'
export { exportedAudit } from './export-audit.ts'
export { type ExportParts, noteExport } from './export-list.ts'
export {
  csvOf,
  type Exported,
  exportName,
  exportRoute,
  jsonLinesOf,
  periodQuery,
  type Selection,
} from './export-route.ts'
export type { ApprovalId, StaffFactorId, StaffId, StaffSessionId, StaffTokenId } from './ids.ts'
export { seesMerchant, seesSite, siteIdField, siteInScope, sitesInScope } from './in-scope.ts'
export { knownBrowser, knownBrowserCookie, knownBrowserLifetime, newKnownBrowser } from './known-browsers.ts'
export type { ListFile, OpenedListFile } from './list-file.ts'
export { createdSorts, madeQuery, periodOf } from './list-filters.ts'
export { ofWhomQuery, type SiteScope, sitesOfList } from './list-scope.ts'
export type { PendingLogin, Ways } from './log-in.ts'
export { csvType, type Found, type LongListParts, longList } from './long-list.ts'
export { type Approvals, openApprovals } from './open-approvals.ts'
export { openStaff, type StaffDirectory } from './open-staff.ts'
export { openTokens, type Tokens } from './open-tokens.ts'
export { ownRoutes } from './own-routes.ts'
export { peopleRoutes } from './people-routes.ts'
export { requireRecentProof } from './proof.ts'
export { checkReason } from './reason.ts'
export { recoverWaiting } from './recover-waiting.ts'
export { clearedByRule } from './require-approval.ts'
export { rewrapTokenKeys } from './rewrap-token-keys.ts'
export { isWithin, permissionsOf, type StaffRole, type StaffScope, staffRoles } from './roles.ts'
export { challengeLifetime, deleteOldChallenges } from './second-factor/challenges.ts'
export type { FactorProof, RelyingParty } from './second-factor/factor.ts'
export { type SecondFactorRule, secondFactorRules } from './second-factor/required.ts'
export { rewrapFactors } from './second-factor/rewrap-factors.ts'
export { refuseWhatChanged, seenField } from './seen.ts'
export { sessionRoutes } from './session-routes.ts'
export { openProvider, type SignOnSettings } from './single-sign-on/provider.ts'
export { openSignOn, type SingleSignOn, signOnLifetime } from './single-sign-on/sign-on.ts'
export { siteRoutes } from './site-routes.ts'
export { siteRecord } from './site-shapes.ts'
export type { ListReader, SessionCaller, Staff, StaffAuthor, StaffCaller, StaffSession } from './staff.ts'
export { staffActions } from './staff-actions.ts'
export { deleteOldInvitations, type SendInvitation } from './staff-invitations.ts'
export {
  authorOf,
  reasonField,
  type StaffCallers,
  type StaffRoute,
  staffFile,
  staffKeyset,
  staffList,
  staffPage,
  staffRoute,
  viewerOf,
} from './staff-route.ts'
export { deleteOldSessions, type PresenceProof } from './staff-sessions.ts'
export { peopleWhoMay, staffWhoMay } from './staff-who-may.ts'
export { ofSites, type Selected, type TableListParts, tableList, type Whose } from './table-list.ts'
export { deleteOldTokenKeys, rotateTokenKeys } from './token-keys.ts'
