'use client';

export { SegmentError as default } from 'candor/screens';
