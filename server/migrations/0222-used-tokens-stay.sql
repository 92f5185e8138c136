-- A token of a wallet pays once, which its row here says: so nobody with the rights of the program alone removes it while the token could
-- still be presented.
create function wallets.forget_used_tokens(before timestamptz) returns void language sql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
  delete from wallets.used_tokens where used_at < least(before, now() - interval '31 days')
$$;
revoke execute on function wallets.forget_used_tokens(timestamptz) from public;
grant execute on function wallets.forget_used_tokens(timestamptz) to florin_app;
revoke delete on wallets.used_tokens from florin_app;
