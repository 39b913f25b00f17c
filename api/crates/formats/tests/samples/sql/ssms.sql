USE [films]
GO
SET IDENTITY_INSERT [dbo].[Films] ON
GO
INSERT [dbo].[Films] ([Id], [Number], [Title], [ReleaseDate], [Runtime]) VALUES (1, N'MZU-427', N'山谷', CAST(N'2026-01-05T00:00:00.000' AS DateTime), 118)
GO
INSERT [dbo].[Films] ([Id], [Number], [Title], [ReleaseDate], [Runtime]) VALUES (2, N'MZU-428', N'湖', CAST(N'2026-01-06' AS Date), NULL)
GO
SET IDENTITY_INSERT [dbo].[Films] OFF
GO
