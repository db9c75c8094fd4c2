'use client';

export { SegmentError as default } from 'candor/dist/screens/segment-error';
