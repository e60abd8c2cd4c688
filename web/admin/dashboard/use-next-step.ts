import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#web/ui/toast.tsx';
import { useMay } from '../lib/session.ts';
import { isOpen, STEP_WORDS, stepAddress } from './checklist-words.ts';
import { checklistQuery } from './overview-api.ts';

/** How often a page that a step has opened asks whether it is done, in ms. */
const LOOK_MS = 2_000;
const SHOWN_MS = 12_000;

/** On the page of a step of the checklist: once the step is done, offers the next one. */
export function useNextStep(): void {
  const [search] = useSearchParams();
  const id = search.get('step');
  const enabled = useMay()('GET /settings/checklist') && id !== null;
  const { data } = useQuery({ ...checklistQuery, enabled, refetchInterval: LOOK_MS });
  const step = data?.steps.find((one) => one.id === id);
  const next = data?.steps.find(isOpen);
  /** The step that this page has seen open. */
  const open = useRef<string>(undefined);
  useEffect(() => {
    if (!step) return;
    if (!step.done) {
      open.current = step.id;
    } else if (open.current === step.id) {
      open.current = undefined;
      const action = next
        ? { label: `Next: ${STEP_WORDS[next.id].title}`, to: stepAddress(next.id) }
        : { label: 'Overview', to: '/admin?section=overview' };
      toast.success(`Done: ${STEP_WORDS[step.id].title}.`, { action, duration: SHOWN_MS });
    }
  }, [step, next]);
}
