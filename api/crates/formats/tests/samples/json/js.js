var films = [
  {number: "MZU-001", title: "山谷", date: "2026-09-01"},
  {number: "MZU-002", title: "湖边", date: "2026-09-02"},
];
