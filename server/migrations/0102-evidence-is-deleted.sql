-- What is left of evidence is found without a look at every dispute there ever was.
create index evidence_kept on disputes.cases (opened_at) where evidence is not null;
create index files_kept on disputes.documents (case_id) where status = 'stored';
