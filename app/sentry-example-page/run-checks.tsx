'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { CopyButton } from './copy-button';
import { checks } from './checks';
import { resumeFollowing } from './follow-event';
import { describeOutcomes, subscribeToOutcomes } from './outcomes';

/** Runs every check that needs no other page, one after the other. */
export function RunChecks() {
  const [progress, setProgress] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const results = useSyncExternalStore(subscribeToOutcomes, describeOutcomes, () => '');
  useEffect(resumeFollowing, []);

  async function runAll() {
    setIsRunning(true);
    const failed: string[] = [];
    for (const { kind, run } of checks) {
      setProgress(`Running ${kind} …`);
      await run().catch((error: unknown) => {
        console.warn(`The check of ${kind} did not end.`, error);
        failed.push(kind);
      });
    }
    setProgress(failed.length === 0 ? 'All in-page checks have run.' : `Could not be run: ${failed.join(', ')}.`);
    setIsRunning(false);
  }

  return (
    <div className="run-checks">
      <button type="button" className="primary" disabled={isRunning} onClick={() => void runAll()}>
        Run all in-page checks
      </button>
      <span role="status">{progress}</span>
      <CopyButton label="Copy results" text={results} />
    </div>
  );
}
