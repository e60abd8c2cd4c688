import type { ReactNode } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useListQuery } from '../../ui/use-list-query.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { BackToPayment } from '../setup-links.tsx';
import { sendersQuery, useBankActions, wordingsQuery } from './bank-api.ts';
import { OwnAccounts } from './own-accounts-card.tsx';
import { UnlistedSenders } from './unlisted-sender.tsx';
import { WordingList } from './wording-list.tsx';
import { RefusedWording, WordingQuestion } from './wording-question.tsx';

const LOAD_FAILED = 'Failed to load the bank messages. Please check your connection.';

/**
 * Which messages of the bank may confirm orders by themselves (D62): questions, wordings, senders
 * and own accounts.
 */
export function BankMessages() {
  const wordings = useListQuery(wordingsQuery, LOAD_FAILED);
  const senders = useListQuery(sendersQuery, LOAD_FAILED);
  const actions = useBankActions();
  const { asked = [], refused = [] } = wordings.data ?? {};
  // The next question takes the place of the one that was answered.
  const questions = useSettled<HTMLDivElement>([...asked, ...refused].map(({ id }) => id).join(' '));
  const failed = wordings.failed || senders.failed;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <BackToPayment />
        <h2 className="mt-1 text-[1.25rem] leading-tight">Bank messages</h2>
      </div>
      {failed && (
        <LoadFailed
          message={LOAD_FAILED}
          onRetry={() => {
            wordings.retry();
            senders.retry();
          }}
          retrying={wordings.fetching || senders.fetching}
        />
      )}
      {wordings.data && senders.data ? (
        <Columns
          questions={
            <div ref={questions} className="overview-col empty:hidden">
              {asked.map((wording) => (
                <WordingQuestion key={wording.id} wording={wording} actions={actions} />
              ))}
              {refused.map((wording) => (
                <RefusedWording key={wording.id} wording={wording} actions={actions} />
              ))}
            </div>
          }
          unlisted={<UnlistedSenders senders={senders.data.unlisted} actions={actions} />}
          list={<WordingList wordings={wordings.data.inUse} actions={actions} />}
          accounts={<OwnAccounts {...senders.data} actions={actions} />}
        />
      ) : (
        !failed && (
          <div className="admin-card">
            <ListSkeleton label="Loading bank messages" />
          </div>
        )
      )}
    </div>
  );
}

/** On a phone a sender that asks stands before the long list; on a desktop beside it. */
function Columns({
  questions,
  unlisted,
  list,
  accounts,
}: Record<'questions' | 'unlisted' | 'list' | 'accounts', ReactNode>) {
  const wide = useMedia('(width >= 80rem)');
  if (!wide) {
    return (
      <div className="overview-col">
        {questions}
        {unlisted}
        {list}
        {accounts}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_25rem] items-start gap-4">
      <div className="overview-col">
        {questions}
        {list}
      </div>
      <div className="overview-col">
        {unlisted}
        {accounts}
      </div>
    </div>
  );
}
