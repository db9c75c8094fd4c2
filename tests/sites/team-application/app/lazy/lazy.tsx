'use client';

import dynamic from 'next/dynamic';

export const Lazy = dynamic(() => import('./only-in-browsers'), { ssr: false, loading: () => <p>…</p> });
