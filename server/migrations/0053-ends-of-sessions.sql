-- Sessions of holders also end because staff ended them.
alter table holders.sessions drop constraint sessions_end_reason_check;
alter table holders.sessions add constraint sessions_end_reason_check
  check (end_reason in ('logged_out', 'token_reused', 'password_changed', 'revoked', 'closed'));
