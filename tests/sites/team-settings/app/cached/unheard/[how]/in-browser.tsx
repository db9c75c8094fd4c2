'use client';

import dynamic from 'next/dynamic';

export const InBrowser = dynamic(() => import('../../../hydrated').then(({ Hydrated }) => Hydrated), { ssr: false });
