'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { CopyButton } from '../../candor/screens/copy-button';
import { checks } from './checks';
import type { Kind } from './kinds';
import { comeBack, describeOutcomes, subscribeToOutcomes } from './outcomes';

/** Runs every check that needs no other page, one after the other. */
export function RunChecks() {
  const [said, setSaid] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const results = useSyncExternalStore(subscribeToOutcomes, describeOutcomes, () => '');
  useEffect(comeBack, []);

  async function run() {
    setIsRunning(true);
    const failed: string[] = [];
    for (const [kind, check] of Object.entries(checks) as [Kind, () => Promise<void>][]) {
      setSaid(`Running ${kind} …`);
      await check().catch((error: unknown) => {
        console.warn(`The check of ${kind} did not end.`, error);
        failed.push(kind);
      });
    }
    setSaid(failed.length === 0 ? 'All in-page checks have run.' : `Could not be run: ${failed.join(', ')}.`);
    setIsRunning(false);
  }

  return (
    <div className="run-checks">
      <button type="button" className="primary" disabled={isRunning} onClick={() => void run()}>
        Run all in-page checks
      </button>
      <CopyButton label="Copy results" text={results} />
      <span role="status">{said}</span>
    </div>
  );
}
