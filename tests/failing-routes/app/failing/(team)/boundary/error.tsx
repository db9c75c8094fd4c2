'use client';

export { SegmentError as default } from '../../../../candor/src/screens/segment-error';
