import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  site_not_found: ['not_found', 'There is no site with this id.'],
  setting_of_operator: ['forbidden', 'Only the operator changes {field}. Ask the operator for it.'],
  setting_changed_meanwhile: [
    'conflict',
    'Somebody else changed {field} meanwhile, and nothing was done. Look at what it is now, and send it again.',
  ],
  staff_not_found: ['not_found', 'There is no member of staff {who}.'],
  staff_inactive: ['forbidden', '{who} is not active.'],
  email_taken: ['conflict', 'This e-mail address is already in use.'],
  invalid_role: ['invalid', 'A role is one of {roles}.'],
  invalid_password: ['invalid', 'A password has {lengthMin} to {lengthMax} characters.'],
  last_owner: ['conflict', 'This is the last active owner of {scope}. Make somebody else an owner first.'],
  invalid_lifetime: ['invalid', 'A token lives from one hour to {daysMax} days.'],
  invalid_permission: [
    'invalid',
    '{permission} is no permission; write a noun and a verb, such as refunds:create, refunds:* or *:read.',
  ],
  wrong_login: ['unauthenticated', 'The e-mail address or the password is wrong.'],
  invitation_over: [
    'forbidden',
    'This link was used, has expired, or was replaced by a newer one. Ask for another one.',
  ],
  wrong_password: ['forbidden', 'The password is wrong.'],
  session_not_found: ['not_found', 'There is no open session {id}.'],
  token_not_found: ['not_found', 'There is no token {id}.'],
  invalid_reason: ['invalid', 'Say why, in {lengthMin} to {lengthMax} characters.'],
  person_required: ['forbidden', '{action} needs a member of staff by name: florin --as <email> --reason <text> …'],
  approval_not_found: ['not_found', 'There is no approval {id}.'],
  approval_not_open: ['conflict', 'Approval {id} is {status} and cannot be changed like this.'],
  approval_by_same_person: ['forbidden', 'Another person than the one who asked has to approve.'],
  approval_of_operator: ['forbidden', 'Only staff of the operator decide about {action}.'],
  approval_pending: [
    'conflict',
    'Approval {id} is open for {action} of {subject}, and for something else or by somebody else. Use or reject it first.',
  ],
  operator_staff_only: [
    'forbidden',
    'The command line is for staff of the operator; {who} is staff of {scope}, whose interface is /staff/v1.',
  ],
  permission_missing: ['forbidden', '{who} may not do this: the permission {permission} is missing.'],
  two_scopes: ['invalid', 'A person works for a merchant or for a partner, not for both: send one of the two.'],
  another_scope: ['forbidden', 'You may add people of your own organization; leave {field} out.'],
})
