import type { NetworkParameters } from '../network.js';
import { GENESIS_VOTES, REFERENCE_REGTEST_FORMATS, REFERENCE_RULES, REFERENCE_TIMING } from './reference.js';

/** The reference's private test network: the chain of the recorded transcripts (spec 01 §4, §5.2). */
export const REFERENCE_REGTEST: NetworkParameters = {
  ...REFERENCE_TIMING,
  ...REFERENCE_REGTEST_FORMATS,
  name: 'reference-regtest',
  directory: 'reference-regtest',
  forks: { systemGenesis: 8, r2: 10, r3: 500, r3_5: 501 },
  genesis: {
    time: 1504305600,
    nonce: 68,
    hash: 'ab8d8b1d11784098108df399b247a0b80049de26af1b9c775d550228351c768d',
    initKey: '03b2299425981d6c2ec382cda999e604eb06b2b0f387f4b8500519c44d143cd2a8',
    holderKey: '036c5397f3227a1e209952829d249b7ad0f615e43b763ac15e3a6f52627a10df21',
    delegateKeys: [
      '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc',
      '025a37cb6ec9f63bb17e562865e006f0bafa9afbd8a846bd87fc8ff9e35db1252e',
      '03f52925f191c77bb1d16b19387bcfcb83380f1622d643a11038cf4867c4578696',
      '0378f1d7ce11bace8bbf28e124cd15f1bc82d7e8a25f62713f812201e1cf8060d8',
      '03fb1fe453bf830843fd90f0d2ae1b67011c168a0a5f2160e41f1d86a64c86c25c',
      '0282464694b94780b88c5e88ff64a7e24800590d4061b90f334067d15643604057',
      '02361884b20bdb2f751c56783a5fdc01ec64e25d77b7bf5a30409aef4b5b3b44ce',
      '029699e9b4d679d04d8961bf64ffc0b5ec6f9d46e88bbdcbc6d0a02ce1e4991c0c',
      '024af74c1cc6b1d729b038427ce9011627f6b816e77699421a85265c4ae0b74b5b',
      '03e44dcf2df8ec33a17c63a894f3697ed863b2d1fcc7b5fd37cc4fc2edf8e7ed71',
      '03ff9fb0c58b6097bc944592faee68fbdb2d1c5cd901f6eae9198bd8b31a1e6f5e',
    ],
    votesPerDelegate: GENESIS_VOTES,
    voteSignature: '025e1310343d57f20740eeb32820a105a9372fb489028fea5471fa512168e75ce1',
    allocations: [],
    governanceKey: '03307f4f5e59b89a8e0487ff01dd6c4e925a8c8bfc06091b2efb33f08c27e236c5',
    matcherKey: '033f51c7ef38ee34d1fe436dbf6329821d1863f22cee69c281c58374dcb9c35569',
  },
  producerCountDelay: 50,
  subsidyPeriods: { beforeR2: 500, fromR2: 1500 },
  minimumFees: 'reference',
  standardTransactionsOnly: false,
  mended: { ...REFERENCE_RULES, voteMigrationHeight: 9 },
  development: undefined,
};
